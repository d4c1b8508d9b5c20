// Lets Node 20 import TypeScript, as `node --import ./typescript.mjs`: the table of uses.
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import ts from 'typescript';

const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };

/** Resolves `x.js` to `x.ts` where a TypeScript file imports it and only that exists. */
export async function resolve(specifier, context, next) {
  const in_typescript = context.parentURL?.endsWith('.ts') && specifier.startsWith('.');
  if (!in_typescript) return next(specifier, context);
  return next(specifier, context).catch(() => next(specifier.replace(/\.js$/, '.ts'), context));
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const text = await readFile(new URL(url), 'utf8');
  const source = ts.transpileModule(text, { compilerOptions }).outputText;
  return { format: 'module', shortCircuit: true, source };
}

if (isMainThread) register(import.meta.url);
