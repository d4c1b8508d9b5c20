/**
 * The papers that the page cites: authors and titles as printed. The message `glossary.source_<id>`
 * states what each is cited for.
 */
const cited = {
  transformer: 'Vaswani, A. et al. (2017). Attention Is All You Need. arXiv 1706.03762',
  gelu: 'Hendrycks, D. & Gimpel, K. (2016). Gaussian Error Linear Units (GELUs). arXiv 1606.08415',
  gpt2: 'Radford, A. et al. (2019). Language Models are Unsupervised Multitask Learners. OpenAI',
  layer_norm:
    'Ba, J. L., Kiros, J. R. & Hinton, G. E. (2016). Layer Normalization. arXiv 1607.06450',
  residual: 'He, K. et al. (2015). Deep Residual Learning for Image Recognition. arXiv 1512.03385',
  dropout:
    'Srivastava, N. et al. (2014). Dropout: A Simple Way to Prevent Neural Networks from Overfitting. JMLR 15, 1929–1958',
  lazy: 'Li, Z. et al. (2022). The Lazy Neuron Phenomenon: On Emergence of Activation Sparsity in Transformers. arXiv 2210.06313',
  memories:
    'Geva, M. et al. (2021). Transformer Feed-Forward Layers Are Key-Value Memories. arXiv 2012.14913',
  knowledge_neurons:
    'Dai, D. et al. (2022). Knowledge Neurons in Pretrained Transformers. arXiv 2104.08696',
  shape: 'Kaplan, J. et al. (2020). Scaling Laws for Neural Language Models. arXiv 2001.08361',
  rewriting:
    'Meng, K. et al. (2022). Locating and Editing Factual Associations in GPT. arXiv 2202.05262',
};

/** The addresses of those that are not on arXiv. */
const addresses: Partial<Record<keyof typeof cited, string>> = {
  gpt2: 'https://cdn.openai.com/better-language-models/language_models_are_unsupervised_multitask_learners.pdf',
  dropout: 'https://jmlr.org/papers/v15/srivastava14a.html',
};

export const papers = (Object.keys(cited) as (keyof typeof cited)[]).map((id) => ({
  id,
  text: cited[id],
  url: addresses[id] ?? `https://arxiv.org/abs/${cited[id].split(' arXiv ')[1]}`,
}));

/**
 * Unpublished teaching texts that the examples come from. Their order matters:
 * `glossary.text_notebook` refers to "the next three".
 */
export const texts = ['notebook', 'notes_fr', 'chapter', 'notes_vi'] as const;
