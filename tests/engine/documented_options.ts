/** The options of the package's public methods as the declaration files document them. */
import { fileURLToPath } from 'node:url';
import * as api from 'ffn-lab';
import ts from 'typescript';

export interface DocumentedOption {
  /** The class and the method, `Lab.histogram`. */
  readonly method: string;
  readonly option: string;
  readonly comment: string;
  /** The names that the option accepts; empty unless it is an option of names. */
  readonly names: readonly string[];
}

const index = fileURLToPath(new URL('../../web/engine/dist/index.d.ts', import.meta.url));

const program = ts.createProgram([index], {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
});
const checker = program.getTypeChecker();
const source = program.getSourceFile(index) as ts.Node;

const type_of = (symbol: ts.Symbol) =>
  checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(symbol, source));

const names_of = (type: ts.Type): string[] =>
  (type.isUnion() ? type.types : [type]).flatMap((name) =>
    name.isStringLiteral() ? [name.value] : [],
  );

/** Returns the type, or that of the elements of a list, or each type of a union. */
function object_types(type: ts.Type): ts.Type[] {
  if (type.isUnion()) return type.types.flatMap(object_types);
  const element = checker.isArrayLikeType(type) ? checker.getIndexTypeOfType(type, 1) : undefined;
  if (element !== undefined) return object_types(element);
  return type.flags & ts.TypeFlags.Object && type.getCallSignatures().length === 0 ? [type] : [];
}

/** An object whose members the package documents, as opposed to types of the language. */
const is_own = (type: ts.Type) =>
  !type.isClass() &&
  checker
    .getPropertiesOfType(type)
    .some(({ declarations }) =>
      declarations?.some((node) => node.getSourceFile().fileName.includes('/engine/dist/')),
    );

/** Returns the members of an options object, also those of the objects in it. */
function members_of(type: ts.Type): ts.Symbol[] {
  return object_types(type)
    .filter(is_own)
    .flatMap((object) => checker.getPropertiesOfType(object))
    .flatMap((member) => [member, ...members_of_list(type_of(member))]);
}

const members_of_list = (type: ts.Type): ts.Symbol[] =>
  checker.isArrayLikeType(type) ? members_of(type) : [];

const exported = checker
  .getExportsOfModule(checker.getSymbolAtLocation(source) as ts.Symbol)
  .map((symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
  );

function options_of(method: string, symbol: ts.Symbol): DocumentedOption[] {
  const members = type_of(symbol)
    .getCallSignatures()
    .flatMap(({ parameters }) => parameters)
    .flatMap((parameter) => members_of(type_of(parameter)));
  return [...new Set(members)].map((member) => ({
    method,
    option: member.name,
    names: names_of(type_of(member)),
    comment: ts
      .displayPartsToString(member.getDocumentationComment(checker))
      .replaceAll(/\s+/g, ' '),
  }));
}

/** All options of all methods of the exported classes, and of `load`. */
export const documented_options: readonly DocumentedOption[] = exported.flatMap((symbol) => {
  if (symbol.flags & ts.SymbolFlags.Function) return options_of(symbol.name, symbol);
  // The classes that are exported as types only are parts of Lab.
  if (!(symbol.flags & ts.SymbolFlags.Class) || !(symbol.name in api)) return [];
  return checker
    .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))
    .flatMap((member) => options_of(`${symbol.name}.${member.name}`, member));
});
