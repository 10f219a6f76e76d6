import{a}from"./shared-help.js";import"./shared-drawing.js";import"./shared-rules.js";import"./shared-socket.js";export{a as Help};
