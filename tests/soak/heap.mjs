// Summarizes a heap by the kinds of its objects, to find the cause of a growth.

/** @returns {Promise<Map<string, { count: number, bytes: number }>>} */
export async function summarize_heap(session) {
  const chunks = [];
  const add_chunk = ({ chunk }) => chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', add_chunk);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', add_chunk);
  const { snapshot, nodes, strings } = JSON.parse(chunks.join(''));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, name, size] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field));
  const kinds = new Map();
  for (let at = 0; at < nodes.length; at += fields.length) {
    const type_name = types[0][nodes[at + type]];
    const kind =
      type_name === 'string' ? type_name : `${type_name} ${strings[nodes[at + name]].slice(0, 60)}`;
    const sum = kinds.get(kind) ?? { count: 0, bytes: 0 };
    kinds.set(kind, { count: sum.count + 1, bytes: sum.bytes + nodes[at + size] });
  }
  return kinds;
}

/** Returns a line for each of the kinds that have grown most. */
export function growth_of(before, after, most = 15) {
  return [...after]
    .map(([kind, { count, bytes }]) => ({
      kind,
      bytes: bytes - (before.get(kind)?.bytes ?? 0),
      count: count - (before.get(kind)?.count ?? 0),
    }))
    .sort((one, other) => other.bytes - one.bytes)
    .slice(0, most)
    .map(({ kind, bytes, count }) => `${kind}: ${(bytes / 1000).toFixed(0)} kB in ${count} more`);
}
