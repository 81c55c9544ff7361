// Stands in for pictures and fonts: Vite bundles them, jest cannot read them.
module.exports = '';
