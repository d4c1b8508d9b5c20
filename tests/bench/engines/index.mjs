/**
 * All engines of the race, in the order of the table. `ceiling` is the peak rate that an engine is
 * compared with; `isolated: false` takes the engine's frame out of the cross-origin isolation of
 * the page. `tasks` are the tasks that it is measured in, by default forward passes; `measures` is
 * another task that it computes in them, to be compared with. `places` are the places (plan.mjs)
 * where it differs from the others, by default all.
 */
export const engines = {
  'ffn-lab': {
    label: 'ffn-lab',
    tasks: ['forward', 'gradients', 'training'],
    ceiling: 'fused',
    load: () => import('./ffn_lab.ts'),
  },
  'ffn-lab-into': {
    label: 'ffn-lab, into',
    tasks: ['gradients'],
    ceiling: 'fused',
    load: () => import('./ffn_lab_into.ts'),
  },
  'ffn-lab-pass': {
    label: 'ffn-lab, pass alone',
    tasks: ['gradients'],
    measures: 'forward',
    ceiling: 'fused',
    load: () => import('./ffn_lab.ts'),
  },
  'ffn-lab-messages': {
    label: 'ffn-lab, messages',
    ceiling: 'fused',
    isolated: false,
    places: ['chromium', 'plain-simd'], // WebKit isolates all frames of an isolated page
    load: () => import('./ffn_lab_messages.ts'),
  },
  'ffn-lab-simd': {
    label: 'ffn-lab, plain SIMD',
    places: ['chromium'], // in the others ffn-lab itself is this variant
    ceiling: 'separate',
    load: () => import('./ffn_lab_simd.ts'),
  },
  litert: {
    label: 'LiteRT.js',
    ceiling: 'fused',
    package: '@litertjs/core',
    load: () => import('../../peers/engines/litert.mjs'),
  },
  onnxruntime: {
    label: 'ONNX Runtime Web',
    ceiling: 'fused',
    package: 'onnxruntime-web',
    load: () => import('../../peers/engines/onnxruntime.mjs'),
  },
  tensorflow: {
    label: 'TensorFlow.js',
    ceiling: 'fused',
    package: '@tensorflow/tfjs-backend-wasm',
    load: () => import('../../peers/engines/tensorflow.mjs'),
  },
  'tensorflow-whole': {
    label: 'TensorFlow.js, whole',
    tasks: ['gradients'],
    ceiling: 'fused',
    package: '@tensorflow/tfjs-backend-wasm',
    load: () => import('../../peers/engines/tensorflow_whole.mjs'),
  },
  jax: {
    label: 'jax-js',
    tasks: ['forward', 'gradients', 'training'],
    ceiling: 'fused',
    package: '@jax-js/jax',
    load: () => import('../../peers/engines/jax.mjs'),
  },
  eigen: { label: 'Eigen’s product', ceiling: 'fused', load: () => import('./eigen.ts') },
  javascript: {
    label: 'JavaScript loop',
    ceiling: 'fused',
    load: () => import('./plain_javascript.ts'),
  },
};

/** Returns the names of the engines that are measured in a task. */
export const engines_with = (task) =>
  Object.keys(engines).filter((name) => (engines[name].tasks ?? ['forward']).includes(task));
