import{a}from"./shared-featured.js";import"./shared-drawing.js";import"./shared-rules.js";import"./shared-socket.js";export{a as Featured};
