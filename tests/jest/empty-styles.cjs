// Stands in for style sheets: Vite bundles them, jest cannot read them. Not an empty text, which has
// `link` and other methods that a class may be named like.
module.exports = {};
