/** The one small script of public pages. */
document.documentElement.dataset.script = 'on';
