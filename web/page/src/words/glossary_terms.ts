/**
 * The terms of the page by subject, with their names in its three languages; the definitions are
 * the messages `glossary.term_<id>`.
 */
export const term_groups = {
  network: [
    { id: 'language_model', en: 'language model', fr: 'modèle de langage', vi: 'mô hình ngôn ngữ' },
    { id: 'neural_network', en: 'neural network', fr: 'réseau de neurones', vi: 'mạng nơ-ron' },
    {
      id: 'mlp',
      en: 'MLP, multilayer perceptron',
      fr: 'MLP, perceptron multicouche',
      vi: 'MLP, perceptron nhiều lớp',
    },
    {
      id: 'ffn',
      en: 'feed-forward network (FFN)',
      fr: 'réseau à propagation avant (FFN)',
      vi: 'mạng truyền thẳng',
    },
    {
      id: 'gated',
      en: 'gated feed-forward network, SwiGLU',
      fr: 'réseau à propagation avant à porte, SwiGLU',
      vi: 'mạng truyền thẳng có cổng, SwiGLU',
    },
    { id: 'token', en: 'token', fr: 'token, jeton', vi: 'token' },
    {
      id: 'position_wise',
      en: 'position-wise',
      fr: 'position par position',
      vi: 'theo từng vị trí',
    },
    { id: 'transformer', en: 'Transformer', fr: 'Transformer', vi: 'Transformer' },
    { id: 'block', en: 'Transformer block', fr: 'bloc de Transformer', vi: 'khối Transformer' },
    { id: 'attention', en: 'attention', fr: 'attention', vi: 'cơ chế chú ý' },
    {
      id: 'shortcut',
      en: 'shortcut, residual connection',
      fr: 'connexion résiduelle',
      vi: 'kết nối tắt',
    },
    {
      id: 'layer_norm',
      en: 'layer normalization',
      fr: 'normalisation de couche',
      vi: 'chuẩn hóa lớp',
    },
    { id: 'embedding', en: 'embedding', fr: 'plongement', vi: 'vectơ nhúng' },
    { id: 'weight', en: 'weight', fr: 'poids', vi: 'trọng số' },
    { id: 'bias', en: 'bias', fr: 'biais', vi: 'độ chệch (bias)' },
    { id: 'parameter', en: 'parameter', fr: 'paramètre', vi: 'tham số' },
    { id: 'd_model', en: 'd_model', fr: 'd_model', vi: 'd_model' },
    { id: 'd_ff', en: 'd_ff', fr: 'd_ff', vi: 'd_ff' },
    { id: 'ratio', en: 'ratio', fr: 'rapport', vi: 'tỉ lệ' },
    { id: 'feature', en: 'feature', fr: 'composante', vi: 'đặc trưng' },
    {
      id: 'hidden_unit',
      en: 'hidden unit, neuron',
      fr: 'unité cachée, neurone',
      vi: 'đơn vị ẩn, nơ-ron',
    },
  ],
  activation: [
    { id: 'non_linear', en: 'non-linear', fr: 'non linéaire', vi: 'phi tuyến' },
    {
      id: 'pre_activation',
      en: 'pre-activation',
      fr: 'préactivation',
      vi: 'giá trị trước kích hoạt',
    },
    {
      id: 'activation_function',
      en: 'activation function',
      fr: 'fonction d’activation',
      vi: 'hàm kích hoạt',
    },
    {
      id: 'hidden_activation',
      en: 'hidden activation',
      fr: 'activation cachée',
      vi: 'giá trị kích hoạt ẩn',
    },
    { id: 'gelu', en: 'GELU', fr: 'GELU', vi: 'GELU' },
    {
      id: 'gelu_tanh',
      en: 'tanh form of GELU',
      fr: 'approximation tanh de GELU',
      vi: 'GELU dạng tanh',
    },
    { id: 'gate', en: 'gate', fr: 'porte (gate)', vi: 'cổng (gate)' },
    { id: 'relu', en: 'ReLU', fr: 'ReLU', vi: 'ReLU' },
    { id: 'silu', en: 'SiLU, Swish', fr: 'SiLU, Swish', vi: 'SiLU, Swish' },
    { id: 'derivative', en: 'derivative, slope', fr: 'dérivée, pente', vi: 'đạo hàm, độ dốc' },
    { id: 'sparsity', en: 'sparsity', fr: 'parcimonie', vi: 'độ thưa' },
    {
      id: 'dead_neuron',
      en: 'dead neuron, dead unit',
      fr: 'neurone mort, unité morte',
      vi: 'nơ-ron chết',
    },
  ],
  learning: [
    { id: 'probability', en: 'probability', fr: 'probabilité', vi: 'xác suất' },
    { id: 'logit', en: 'logit', fr: 'logit', vi: 'logit' },
    { id: 'gradient', en: 'gradient', fr: 'gradient', vi: 'gradient' },
    { id: 'loss', en: 'loss', fr: 'perte', vi: 'hàm mất mát' },
    { id: 'learning_rate', en: 'learning rate', fr: 'taux d’apprentissage', vi: 'tốc độ học' },
    {
      id: 'central_difference',
      en: 'central difference',
      fr: 'différence centrée',
      vi: 'sai phân trung tâm',
    },
    {
      id: 'vanishing_gradient',
      en: 'vanishing gradient',
      fr: 'gradient évanescent, disparition du gradient',
      vi: 'gradient tiêu biến',
    },
    { id: 'dropout', en: 'dropout', fr: 'dropout', vi: 'dropout' },
    { id: 'mask', en: 'mask', fr: 'masque', vi: 'mặt nạ' },
    { id: 'seed', en: 'seed', fr: 'graine', vi: 'seed, hạt giống' },
  ],
  numbers: [
    { id: 'variance', en: 'variance', fr: 'variance', vi: 'phương sai' },
    { id: 'standard_error', en: 'standard error', fr: 'erreur type', vi: 'sai số chuẩn' },
    { id: 'standard_deviation', en: 'standard deviation', fr: 'écart type', vi: 'độ lệch chuẩn' },
    { id: 'rank_test', en: 'rank test', fr: 'test de rangs', vi: 'kiểm định hạng' },
    { id: 'quartile', en: 'quartile', fr: 'quartile', vi: 'tứ phân vị' },
    { id: 'tensor', en: 'tensor', fr: 'tenseur', vi: 'tensor' },
    { id: 'rank_one', en: 'rank one', fr: 'rang un', vi: 'hạng một' },
    { id: 'shape', en: 'shape', fr: 'forme', vi: 'kích thước (shape)' },
    { id: 'core', en: 'core', fr: 'noyau de calcul', vi: 'lõi tính toán' },
    { id: 'gflops', en: 'GFLOP/s', fr: 'GFLOP/s', vi: 'GFLOP/s' },
    { id: 'simd', en: 'SIMD', fr: 'SIMD', vi: 'SIMD' },
  ],
  files: [
    {
      id: 'checkpoint',
      en: 'checkpoint, model file',
      fr: 'checkpoint, point de sauvegarde, fichier de modèle',
      vi: 'checkpoint, tệp mô hình',
    },
    { id: 'key_value', en: 'key and value', fr: 'clé et valeur', vi: 'khóa và giá trị' },
    { id: 'ablation', en: 'ablation', fr: 'ablation', vi: 'tắt thử (ablation)' },
    { id: 'tokenizer', en: 'tokenizer', fr: 'tokeniseur', vi: 'bộ tách token (tokenizer)' },
  ],
} as const;

export type TermGroup = keyof typeof term_groups;
export const terms = Object.values(term_groups).flat();

export type Term = (typeof terms)[number];
export type TermId = Term['id'];

export const term_anchor = (id: TermId): string => `term_${id}`;
