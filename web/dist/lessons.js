import{a}from"./shared-lessons.js";import"./shared-settings.js";export{a as showStars};
