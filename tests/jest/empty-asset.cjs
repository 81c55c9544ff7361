// Stands in for style sheets and pictures: Vite bundles them, jest cannot read them.
module.exports = '';
