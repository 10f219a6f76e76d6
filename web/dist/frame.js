import{C as a}from"./shared-settings.js";export{a as bringChallenges};
