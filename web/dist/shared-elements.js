var t=e=>document.getElementById(e),n=e=>document.getElementById(e);export{t as a,n as b};
