import"./shared-settings.js";
