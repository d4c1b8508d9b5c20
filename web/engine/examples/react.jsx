// A React hook that owns a network: it is created for its options, and freed when they change or the component is unmounted.
import { load } from 'ffn-lab';
import { useEffect, useMemo, useState } from 'react';

const loading = load(); // one lab for all components

export function useFeedForward({ d_model, activation, seed }) {
  const [state, setState] = useState({});
  useEffect(() => {
    let ffn;
    let ended = false;
    loading
      .then((lab) => {
        if (ended) return;
        ffn = lab.FeedForward({ d_model, activation, seed });
        setState({ ffn });
      })
      .catch((error) => ended || setState({ error }));
    return () => {
      ended = true;
      setState({}); // no later render uses the network
      ffn?.dispose(); // its weights are in WebAssembly memory, which the garbage collector does not manage
    };
  }, [d_model, activation, seed]);
  return state;
}

const x = { data: Float32Array.of(1, 0, -1, 2), shape: [1, 4] };

export function FeedForwardDemo() {
  const [activation, setActivation] = useState('gelu');
  const { ffn, error } = useFeedForward({ d_model: 4, activation, seed: 42 });
  const y = useMemo(() => ffn?.forward(x), [ffn]);
  if (error) return <p role="alert">{error.message}</p>;
  return (
    <>
      <label>
        Activation{' '}
        <select value={activation} onChange={(event) => setActivation(event.target.value)}>
          {['gelu', 'relu', 'silu'].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <output>{y ? Array.from(y.data, (value) => value.toFixed(4)).join(' ') : 'Loading …'}</output>
    </>
  );
}
