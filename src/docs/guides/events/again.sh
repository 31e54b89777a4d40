node reconcile.mjs
