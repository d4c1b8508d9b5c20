import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { course_steps } from '../../web/page/src/steps/index.ts';
import {
  set_language,
  t_parts,
  type Catalogue,
  type Wraps,
} from '../../web/page/src/words/i18n.ts';

const source = new URL('../../web/page/src/', import.meta.url);
const languages = ['en', 'fr', 'vi'] as const;
const read = (path: string) =>
  JSON.parse(readFileSync(new URL(path, source), 'utf8')) as Record<string, string>;
const steps = readdirSync(new URL('steps/', source), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
/** The folders with messages that are loaded when they are needed. */
const folders = ['charts', 'explanations', ...steps.map((name) => `steps/${name}`)];
/** Returns the messages of the page and of all folders. */
const catalogue = (language: string) =>
  Object.assign(
    {},
    read(`words/messages/${language}.json`),
    ...folders.map((folder) => read(`${folder}/messages/${language}.json`)),
  ) as Record<string, string>;
const catalogues = languages.map((language) => [language, catalogue(language)] as const);
const english = catalogue('en');

const keys_of = (folder: string) => Object.keys(read(`${folder}/messages/en.json`));

/** A plural: its number, its other forms, and the form that every language has. */
const plural =
  /\{(\w+), plural,(?: (?:=\d+|\w+) \{(?:[^{}]|\{[^{}]*\})*\})* other \{((?:[^{}]|\{[^{}]*\})*)\}\}/g;

/** Returns placeholders and tags, each as often as it occurs; of a plural, those of one form. */
const tags = (text: string) =>
  (text.replace(plural, '{$1} $2').match(/\{\w+|<\/?\w+>/g) ?? []).sort();

/** Keys of messages that may be identical in two languages: the same word, or no word. */
const may_be_identical = new Set([
  'activation.cursor_value',
  'activation.cursor_waiting',
  'activation.fit_point',
  'activation.name_relu',
  'activation.name_silu',
  'activation.short_gelu',
  'activation.short_relu',
  'activation.short_relu2',
  'activation.short_silu',
  'badge.variant_simd',
  'example.notebook_token',
  'printed_figures.caption',
  'block.attention',
  'cost.attention',
  'dropout.title',
  'dropout.variance',
  'facts.activation',
  'map.relation_continent',
  'facts.attention',
  'feed_forward.emphasis_gelu',
  'feed_forward.emphasis_relu',
  'feed_forward.gelu_gelu_tanh',
  'sparsity.small',
  'independence.attention',
  'memory.attribution',
  'page.theme_system',
  'proof.family_attention',
  'proof.family_gradients',
  'proof.license',
  'proof.license_version',
  'proof.percent',
  'stage.name_activation',
  'stage.name_dropout',
  'stage.pause',
  'statistics.tensor',
  'checkpoint.tokens_token',
  'token.choose',
]);

describe.each(catalogues)('the catalogue %s', (language, messages) => {
  it('opens each step of the course with a question and closes it with a conclusion', () => {
    for (const step of course_steps) {
      expect(messages[`${step}.title`]).toContain('?');
      for (const part of ['try_answer', 'conclusion'])
        expect(messages[`${step}.${part}`]).toMatch(/\p{L}{3}.*\.$/u);
    }
  });

  it('has the same keys as the others, none empty', () => {
    expect(Object.keys(messages).sort()).toEqual(Object.keys(english).sort());
    expect(Object.entries(messages).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('has the same placeholders and tags', () => {
    for (const [key, text] of Object.entries(messages))
      expect([key, tags(text)]).toEqual([key, tags(english[key] ?? '')]);
  });

  it('has no placeholder with the name of a tag, which would be shown in its place', () => {
    const names = (pattern: RegExp) =>
      new Set(
        Object.values(messages).flatMap((text) =>
          Array.from(text.matchAll(pattern), ([, name]) => name),
        ),
      );
    const placeholders = names(/\{(\w+)\}/g);
    expect([...names(/<(\w+)>/g)].filter((name) => placeholders.has(name))).toEqual([]);
  });

  it('is translated', () => {
    if (language === 'en') return;
    const same = Object.keys(messages).filter(
      (key) => messages[key] === english[key] && !may_be_identical.has(key),
    );
    expect(same).toEqual([]);
  });

  it('has typographic apostrophes and quotation marks', () => {
    expect(Object.entries(messages).filter(([, text]) => /['"]|\.\.\./.test(text))).toEqual([]);
  });
});

/** Words for the mouse and its gestures, which a reader on a phone does not have. */
const of_the_mouse = {
  en: /\b(click|mouse|pointer|hover|(drop|dropped) (a|an|it|the|here)\b)/i,
  fr: /cliqu|\bclics?\b|souris|pointeur|survol|dépos/i,
  vi: /nhấp|chuột|con trỏ|thả/i,
};
/** Names of keys: only where a keyboard is the subject, or for screen readers. */
const of_the_keyboard =
  /\b(arrow keys|keyboard|Esc)\b|touches fléchées|clavier|Échap|phím mũi tên|bàn phím/i;
const about_the_keyboard =
  /^keys\.|^map\.label$|^activation\.(description|fit_keys)$|^training\.(own_pad_hint|symbol_pen)$/;

it.each(languages)('the texts of %s name no gesture of a mouse and no key', (language) => {
  const texts = Object.entries(catalogue(language)).map(
    ([key, text]) =>
      [key, text.replace(/Git LFS pointer|(pointeur|con trỏ) Git LFS/g, '')] as const,
  );
  expect(texts.filter(([, text]) => of_the_mouse[language].test(text))).toEqual([]);
  expect(
    texts.filter(([key, text]) => of_the_keyboard.test(text) && !about_the_keyboard.test(key)),
  ).toEqual([]);
});

/**
 * Words that the page avoids, and the standard terms that replace them; the names of works may
 * contain the words.
 */
const replaced: Readonly<
  Record<(typeof languages)[number], readonly (readonly [RegExp, string])[]>
> = {
  en: [
    [/\b(bends?|bent|melts?)\b/i, 'non-linear function, single matrix'],
    [/\bblames?\b/i, 'error, gradient'],
    [/\bstream\b/i, 'vector of a token'],
    [/\b(anew|mended|put right|rightly|not a bit)\b/i, 'again, corrected, correctly, not one bit'],
    [/\b(initial|optim|normal|recogn)is(e|ing|ation)/i, '-ize, -ization'],
    [/\bfeed ?forward\b/i, 'feed-forward'],
  ],
  fr: [
    [/courbure|\b(le|la|les) courbent?\b/i, 'non linéaire'],
    [/(?<!-)\bnormes?\b/i, 'normalisation'],
    [/\bfeed-forward\b/i, 'à propagation avant'],
    [/\bpassages?\b/i, 'passe'],
    [/\bpanneaux?\b/i, 'étape, partie'],
    [/cart-type/i, 'écart type'],
    [/\btokenizers?\b(?!\.json)/i, 'tokeniseur'],
    [/relâché/i, 'SIMD « relaxed »'],
    [/\bangles?\b/i, 'point anguleux'],
    [/\bà qui la faute\b|\bRecourir\b/, 'd’où vient l’erreur, relancer'],
  ],
  vi: [
    [/(?<!\p{L})uốn(?!\p{L})/iu, 'phi tuyến'],
    [/(?<!\p{L})tầng(?!\p{L})/iu, 'lớp'],
    [/chuẩn hoá/i, 'chuẩn hóa'],
    [/độ lệch nào/i, 'bias (độ chệch)'],
    [/\bembedding/i, 'vectơ nhúng'],
    [/lượt tính|chạy xuôi/i, 'lượt truyền xuôi'],
    [/tần số/i, 'tần suất'],
    [/\blogarit/i, 'lôgarit'],
    [/(xa|gần|quanh|về) (số )?không(?!\p{L})/iu, 'số 0'],
    [/\d\s%/, '3,0%, without a space'],
    [
      /ru ngủ|giai thoại|lay chuyển|lên tiếng/i,
      'làm chết, chưa kết luận được, thay đổi, hoạt động',
    ],
  ],
};

it.each(languages)('the texts of %s use the standard terms', (language) => {
  const without_names = (text: string) => text.replace(/[“«].*?[”»]/g, '');
  const found = Object.entries(catalogue(language)).flatMap(([key, text]) =>
    replaced[language].flatMap(([word, standard]) =>
      word.test(without_names(text)) ? [`${key}: ${standard}: ${text}`] : [],
    ),
  );
  expect(found).toEqual([]);
});

it('only the corrections, the glossary and the note of the worked example speak of the sources', () => {
  const found = Object.entries(english).filter(
    ([key, text]) =>
      /(French|Vietnamese) note|English chapter/.test(text) &&
      !/^(corrections|glossary)\.|^example\.chapter_note$/.test(key),
  );
  expect(found).toEqual([]);
});

it('French has a no-break space before : ; ? ! and inside « »', () => {
  const error = /[^\s\u00a0\u202f][:;?!](\s|$)| [:;?!»]|« |«\w/;
  const errors = Object.entries(catalogue('fr')).filter(([, text]) =>
    error.test(text.replace(/<code>.*?<\/code>/g, '')),
  );
  expect(errors).toEqual([]);
});

it('every step has a title and a lead, and each key is in one catalogue only', () => {
  const shared = Object.keys(read('words/messages/en.json'));
  for (const name of steps)
    expect(keys_of(`steps/${name}`)).toEqual(
      expect.arrayContaining([`${name}.title`, `${name}.lead`]),
    );
  const all = [...shared, ...folders.flatMap(keys_of)];
  expect(all.filter((key, index) => all.indexOf(key) !== index)).toEqual([]);
});

it('a heading is in the messages of its step and is complete without values, so that the jump dialog can list it', () => {
  for (const name of steps)
    for (const key of keys_of(`steps/${name}`).filter((one) => one.endsWith('_title')))
      expect([name, english[key]]).toEqual([key.split('.')[0], expect.not.stringMatching(/[{<]/)]);
});

it('every key is used', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const text = files
    .map((name) => readFileSync(new URL(name.replaceAll('\\', '/'), source), 'utf8'))
    .join('\n');
  const templates = ['template.html', 'embed_template.html']
    .map((name) => readFileSync(new URL(`../${name}`, source), 'utf8'))
    .join('\n');
  const used = (key: string) => {
    // The code contains the key, or the beginning of a template such as `badge.variant_${variant}`.
    const stems = Array.from(key.matchAll(/[._]/g), ({ index }) => key.slice(0, index + 1));
    return (
      text.includes(`'${key}'`) ||
      text.includes(`"${key}"`) ||
      templates.includes(`{{${key}}}`) ||
      // A heading by its part: <Heading part="cost.block" />.
      text.includes(`"${key.replace(/_title$/, '')}"`) ||
      text.includes(`'${key.replace(/_(title|about)$/, '')}'`) ||
      stems.some((s) => text.includes(`\`${s}\${`))
    );
  };
  // The page shows title and lead of every step, and two parts at the end of those in the course.
  const of_step = [
    ...steps.flatMap((name) => [`${name}.title`, `${name}.lead`]),
    ...course_steps.flatMap((name) => [`${name}.try_answer`, `${name}.conclusion`]),
  ];
  expect(Object.keys(english).filter((key) => !used(key) && !of_step.includes(key))).toEqual([]);
});

const plain = Object.fromEntries(
  ['strong', 'code', 'term_embedding'].map((tag) => [tag, (parts: unknown[]) => parts.join('')]),
) as unknown as Wraps;
const others = {
  activation: 'GELU',
  symbol: 'z',
  largest: '2',
  mean: '1',
  relative: '3%',
  layer: 1,
};

it.each([
  ['en', 'learning.differing', ['0 of 9 differ', '1 of 9 differs', '2 of 9 differ']],
  ['fr', 'learning.differing', ['0 différence sur 9', '1 différence sur', '2 différences sur']],
  ['fr', 'checkpoint.tier_captured', ['0 ligne,', '1 ligne, enregistrée', '2 lignes, enregistrée']],
  ['en', 'checkpoint.change', ['output change,', 'output changes,', 'output change,']],
  ['fr', 'checkpoint.change', ['sortie change\u202F;', 'sortie change\u202F;', 'sortie changent']],
  ['en', 'checkpoint.reference_different', ['output differ,', 'output differs,', 'output differ,']],
  ['fr', 'checkpoint.reference_different', ['diffère,', 'diffère,', 'diffèrent,']],
  ['en', 'checkpoint.step_alt', ['0 tokens', '1 token down', '2 tokens']],
  ['fr', 'checkpoint.step_alt', ['0 token en', '1 token en', '2 tokens en']],
] as const)('a number of 0, 1 or 2 has its form: %s %s', (language, key, forms) => {
  for (const [number, form] of forms.entries()) {
    const places = { changed: number, differing: number, rows: number, tokens: number };
    set_language(language, catalogue(language) as Catalogue, {});
    const values = { ...others, ...places, count: 9, neurons: 9 };
    const parts = t_parts(key, values, plain);
    expect(parts.filter((part) => typeof part === 'string').join('')).toContain(form);
  }
});
