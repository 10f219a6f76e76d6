import{a as o}from"./shared-tournament-times.js";import"./shared-socket.js";o(document);
