/** Text alternative of the ridge plot's current row. */
import { Message } from '../../words/message.tsx';
import type { Frame, HiddenTensor, Network } from './protocol.ts';
import { RaceNumber } from './number.tsx';
import { networks } from './protocol.ts';

/** Reports the bin with the largest count, and the counts outside the axis. */
function Fullest({ frame, tensor, network }: { readonly frame: Frame; readonly tensor: HiddenTensor; readonly network: Network }) {
  const { counts, edges, below, above } = frame.runners[network].histograms[tensor];
  const bin = counts.indexOf(Math.max(...counts));
  const of = `histogram.${tensor}.${network}`;
  const values = {
    from: <RaceNumber value={edges[bin]} style="cell" of={of} index={`edges.${bin}`} />,
    to: <RaceNumber value={edges[bin + 1]} style="cell" of={of} index={`edges.${bin + 1}`} />,
    most: <RaceNumber value={counts[bin]} style="count" of={of} index={`counts.${bin}`} />,
    below: <RaceNumber value={below} style="count" of={of} index="below" />,
    above: <RaceNumber value={above} style="count" of={of} index="above" />,
  };
  return <Message id={network === 'gelu' ? 'training.ridge_text_gelu' : 'training.ridge_text_relu'} values={values} />;
}

export function HistogramText({ frame, tensor }: { readonly frame: Frame; readonly tensor: HiddenTensor }) {
  return (
    <>
      {networks.map((network) => (
        <span key={network}>
          <Fullest {...{ frame, tensor, network }} />{' '}
        </span>
      ))}
    </>
  );
}
