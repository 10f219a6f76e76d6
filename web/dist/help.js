import{a}from"./shared-help.js";import"./shared-terms.js";import"./shared-table.js";import"./shared-glossary.js";import"./shared-drawing.js";import"./shared-settings.js";export{a as Help};
