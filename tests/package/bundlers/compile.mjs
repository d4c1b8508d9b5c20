// Builds main.js of the working folder with webpack or Rspack: compile.mjs BUNDLER OPTIONS, the
// options as JSON. Warnings are errors.
import { join } from 'node:path';

const [name, options] = process.argv.slice(2);
const { rspack, default: webpack } = await import(name);
const { output, ...others } = JSON.parse(options);
const compiler = (rspack ?? webpack)({
  mode: 'production',
  performance: { hints: false },
  context: process.cwd(),
  entry: './main.js',
  output: { ...output, path: join(process.cwd(), 'dist') },
  ...others,
});
compiler.run((error, statistics) => {
  if (!error && !statistics.hasErrors() && !statistics.hasWarnings()) process.exit(0);
  console.error(error ?? statistics.toString());
  process.exit(1);
});
