import{_ as a}from"./shared-socket.js";export{a as bringChallenges};
