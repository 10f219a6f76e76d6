var n=e=>document.getElementById(e),o=e=>document.getElementById(e);export{n as a,o as b};
