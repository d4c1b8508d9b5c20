/** A CommonJS program. */
Promise.all([import('ffn-lab'), import('./work.js')]).then(async ([{ load }, { work }]) => {
  const page = await work(load);
  console.log(JSON.stringify({ page, worker: page }));
});
