function t(e,n){return n&&e<10?{level:e+1,key:"js-level-up"}:n===!1&&e>1?{level:e-1,key:"js-level-down"}:null}export{t as a};
