import{a}from"./shared-featured.js";import"./shared-clock.js";import"./shared-rules.js";import"./shared-drawing.js";import"./shared-socket.js";import"./shared-settings.js";export{a as Featured};
