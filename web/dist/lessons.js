import{a}from"./shared-lessons.js";import"./shared-socket.js";export{a as showStars};
