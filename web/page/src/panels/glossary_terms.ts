/** The terms of the page with their names in its three languages; what they mean is in the catalogues, `glossary.term_<id>`. */
export const terms = [
  { id: 'ffn', en: 'feed-forward network (FFN)', fr: 'réseau à propagation avant', vi: 'mạng truyền thẳng' },
  { id: 'token', en: 'token', fr: 'token', vi: 'token' },
  { id: 'position_wise', en: 'position-wise', fr: 'position par position', vi: 'theo từng vị trí' },
  { id: 'block', en: 'Transformer block', fr: 'bloc de Transformer', vi: 'khối Transformer' },
  { id: 'attention', en: 'attention', fr: 'attention', vi: 'cơ chế chú ý' },
  { id: 'shortcut', en: 'shortcut, residual connection', fr: 'connexion résiduelle', vi: 'kết nối tắt' },
  { id: 'layer_norm', en: 'layer normalization', fr: 'normalisation de couche', vi: 'chuẩn hóa lớp' },
  { id: 'embedding', en: 'embedding', fr: 'plongement', vi: 'vectơ nhúng' },
  { id: 'weight', en: 'weight', fr: 'poids', vi: 'trọng số' },
  { id: 'bias', en: 'bias', fr: 'biais', vi: 'độ chệch (bias)' },
  { id: 'parameter', en: 'parameter', fr: 'paramètre', vi: 'tham số' },
  { id: 'd_model', en: 'd_model', fr: 'd_model', vi: 'd_model' },
  { id: 'd_ff', en: 'd_ff', fr: 'd_ff', vi: 'd_ff' },
  { id: 'ratio', en: 'ratio', fr: 'rapport', vi: 'tỉ lệ' },
  { id: 'feature', en: 'feature', fr: 'composante', vi: 'đặc trưng' },
  { id: 'neuron', en: 'neuron, hidden unit', fr: 'neurone, unité cachée', vi: 'nơ-ron, đơn vị ẩn' },
  { id: 'pre_activation', en: 'pre-activation', fr: 'préactivation', vi: 'tiền kích hoạt' },
  { id: 'activation_function', en: 'activation function', fr: 'fonction d’activation', vi: 'hàm kích hoạt' },
  { id: 'hidden_activation', en: 'hidden activation', fr: 'activation cachée', vi: 'kích hoạt ẩn' },
  { id: 'gelu', en: 'GELU', fr: 'GELU', vi: 'GELU' },
  { id: 'gelu_tanh', en: 'tanh form of GELU', fr: 'forme tanh de GELU', vi: 'GELU dạng tanh' },
  { id: 'relu', en: 'ReLU', fr: 'ReLU', vi: 'ReLU' },
  { id: 'derivative', en: 'derivative, slope', fr: 'dérivée, pente', vi: 'đạo hàm, độ dốc' },
  { id: 'gradient', en: 'gradient', fr: 'gradient', vi: 'gradient' },
  { id: 'dead_neuron', en: 'dead neuron', fr: 'neurone mort', vi: 'nơ-ron chết' },
  { id: 'sparsity', en: 'sparsity', fr: 'parcimonie', vi: 'độ thưa' },
  { id: 'dropout', en: 'dropout', fr: 'dropout', vi: 'dropout' },
  { id: 'mask', en: 'mask', fr: 'masque', vi: 'mặt nạ' },
  { id: 'variance', en: 'variance', fr: 'variance', vi: 'phương sai' },
  { id: 'standard_error', en: 'standard error', fr: 'erreur type', vi: 'sai số chuẩn' },
  { id: 'tensor', en: 'tensor', fr: 'tenseur', vi: 'tensor' },
  { id: 'shape', en: 'shape', fr: 'forme', vi: 'kích thước (shape)' },
  { id: 'seed', en: 'seed', fr: 'graine', vi: 'hạt giống' },
  { id: 'core', en: 'core', fr: 'cœur de calcul', vi: 'lõi tính toán' },
] as const;

export type TermId = (typeof terms)[number]['id'];

/** Anchor of a term's row. */
export const term_anchor = (id: TermId): string => `term_${id}`;
