import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

/**
 * An empty place at the beginning of a comment's line. The lines that a comment switches off do not
 * overlap it, so that no `oxlint-disable` hides itself.
 */
const before = ({ loc: { start } }) => {
  const place = { line: start.line, column: 0 };
  return { start: place, end: place };
};

const rule = (docs, create) => ({
  meta: { type: 'problem', docs: { description: docs }, schema: [{ type: 'object' }] },
  create,
});

const docstring = rule('an exported symbol has a docstring', (context) => {
  const overloads = new Set();
  const check = (node) => {
    const declaration = node.declaration;
    if (!declaration) {
      const local = node.specifiers.length > 0 && !node.source;
      if (local) context.report({ node, message: 'Export a symbol where it is declared, with its docstring.' });
      return;
    }
    const names = (declaration.declarations ?? [declaration]).map(({ id }) => id?.name ?? 'default');
    // The docstring of the first overload covers all of them.
    if (names.every((name) => overloads.has(name))) return;
    if (declaration.type === 'TSDeclareFunction') overloads.add(names[0]);
    const first = declaration.decorators?.[0];
    const start = first && first.range[0] < node.range[0] ? first : node;
    const comment = context.sourceCode.getCommentsBefore(start).at(-1);
    if (comment?.type === 'Block' && comment.value.startsWith('*')) return;
    context.report({ node, message: `'${names.join(', ')}' is exported from a library and has no docstring.` });
  };
  return { ExportNamedDeclaration: check, ExportDefaultDeclaration: check };
});

const fileName = rule('files are called <thing>.<role>.ts, the roles are a closed list', (context) => ({
  Program(node) {
    const name = basename(context.filename);
    const { roles = [] } = context.options[0] ?? {};
    const form = new RegExp(
      `^[a-z0-9]+(-[a-z0-9]+)*(\\.(${roles.join('|')}))?((\\.(int|e2e|long|kafka))?\\.spec)?(\\.d)?\\.tsx?$`,
    );
    const loc = { line: 1, column: 0 };
    if (!form.test(name)) {
      context.report({
        node,
        loc,
        message: `'${name}' is not <thing>.<role>.ts; the roles here: ${roles.join(', ')}.`,
      });
    }
    if (/^index\.|(^|-)(base|managers?|helpers?|impl|utils?)[.-]/.test(name)) {
      context.report({ node, loc, message: `'${name}' says nothing of what is in it: name the thing.` });
    }
  },
}));

const describedDisable = rule('a rule is switched off by name and with a reason', (context) => ({
  Program() {
    for (const comment of context.sourceCode.getAllComments()) {
      const [, rules, reason] =
        /^\s*(?:es|ox)lint-disable(?:-next-line|-line)?(?![\w-])(.*?)(?:\s-{2,}\s(.*))?$/s.exec(comment.value) ?? [];
      if (rules === undefined) continue;
      if (rules.trim() === '' || !/\w+\s+\w+/.test(reason ?? '')) {
        context.report({
          loc: before(comment),
          message: 'Name the rule and the reason: oxlint-disable-next-line some-rule -- why it does not hold here.',
        });
      }
    }
  },
}));

const reasonedCast = rule('a cast carries its reason', (context) => ({
  'TSAsExpression, TSNonNullExpression'(node) {
    if (node.typeAnnotation?.typeName?.name === 'const') return;
    let statement = node;
    while (!/(Statement|Declaration|Definition)$/.test(statement.type)) statement = statement.parent;
    // Above the cast or its statement, or at the end of one of their lines.
    const places = [node.loc, statement.loc];
    const reason = context.sourceCode
      .getAllComments()
      .some(({ loc }) =>
        places.some(({ start, end }) => loc.end.line === start.line - 1 || loc.start.line === end.line),
      );
    if (!reason) context.report({ node, message: 'A comment says why this cast is true.' });
  },
}));

/** Calls `check` with the node and the text of everything that names another module. */
const everyImport = (check) => {
  const visit = (node) => typeof node.source?.value === 'string' && check(node.source, node.source.value);
  return {
    ImportDeclaration: visit,
    ImportExpression: visit,
    ExportNamedDeclaration: visit,
    ExportAllDeclaration: visit,
  };
};

const webLayers = rule('imports go shared, design → features → app; features do not import each other', (context) => {
  const root = resolve(context.cwd, context.options[0].root);
  const place = (file) => relative(root, file).split(sep);
  const [layer, feature] = place(context.filename);
  return everyImport((node, source) => {
    if (!source.startsWith('.')) return;
    const [targetLayer, targetFeature] = place(resolve(dirname(context.filename), source));
    const rank = { shared: 0, design: 0, features: 1, app: 2 };
    if (rank[targetLayer] > rank[layer]) {
      context.report({ node, message: `web/src/${layer} does not import web/src/${targetLayer}.` });
    } else if (layer === 'features' && targetLayer === 'features' && feature !== targetFeature) {
      context.report({ node, message: `The feature '${feature}' does not import the feature '${targetFeature}'.` });
    }
  });
});

const projects = new Map();

/** The project of a folder, by the nearest package.json. */
const projectOf = (folder) => {
  if (!projects.has(folder)) {
    const file = join(folder, 'package.json');
    if (existsSync(file)) {
      const { name, nx } = JSON.parse(readFileSync(file, 'utf8'));
      projects.set(folder, { name, layer: nx?.tags?.[0] });
    } else {
      projects.set(folder, folder === dirname(folder) ? undefined : projectOf(dirname(folder)));
    }
  }
  return projects.get(folder);
};

/** The project with a package's name; undefined for third-party packages. */
const projectNamed = (name, root) => {
  const link = join(root, 'node_modules', name);
  if (!existsSync(link)) return undefined;
  const folder = realpathSync(link);
  return folder.includes(`${sep}node_modules${sep}`) ? undefined : projectOf(folder);
};

const projectBoundaries = rule('a project imports only what its layer may', (context) => {
  const { root, layers } = context.options[0];
  const own = projectOf(dirname(context.filename));
  return everyImport((node, source) => {
    const byPath = source.startsWith('.');
    const target = byPath
      ? projectOf(dirname(resolve(dirname(context.filename), source)))
      : projectNamed(source.split('/', source.startsWith('@') ? 2 : 1).join('/'), root);
    if (!target || (byPath && target === own)) return;
    if (byPath) {
      context.report({ node, message: `Another project is imported by its name, not by a path: ${target.name}.` });
    } else if (target === own) {
      context.report({ node, message: 'A project imports its own files by their paths.' });
    } else if (!['*', target.layer].some((layer) => layer !== undefined && layers[own.layer]?.includes(layer))) {
      context.report({ node, message: `${own.name} (${own.layer}) does not import ${target.name} (${target.layer}).` });
    }
  });
});

const bodyClass = rule('@Body() names a request class that is imported as a value', (context) => {
  const imported = new Map();
  return {
    ImportDeclaration(node) {
      for (const each of node.specifiers) {
        imported.set(
          each.local.name,
          node.importKind === 'type' || each.importKind === 'type' ? 'type' : node.source.value,
        );
      }
    },
    'MethodDefinition > FunctionExpression > .params'(node) {
      const parameter = node.decorators?.some(({ expression }) => expression.callee?.name === 'Body');
      if (!parameter) return;
      const type = node.typeAnnotation?.typeAnnotation;
      const source = type?.type === 'TSTypeReference' ? imported.get(type.typeName.name) : undefined;
      if (!source?.endsWith('.requests')) {
        context.report({
          node,
          message:
            'The type of @Body() must be a class imported as a value from a requests file: anything else passes unchecked.',
        });
      }
    },
  };
});

/** Our own lint rules, which no published plugin has. */
export default {
  meta: { name: 'house' },
  rules: {
    docstring,
    'file-name': fileName,
    'described-disable': describedDisable,
    'web-layers': webLayers,
    'project-boundaries': projectBoundaries,
    'body-class': bodyClass,
    'reasoned-cast': reasonedCast,
  },
};
