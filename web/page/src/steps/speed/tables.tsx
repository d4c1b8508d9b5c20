/** Tables of the measurements: medians with their quartiles. */
import { NumberTable } from '../../controls/number_table.tsx';
import { Message } from '../../words/message.tsx';
import { Value } from '../../numbers/value.tsx';
import { t } from '../../words/i18n.ts';
import type { NumberStyle } from '../../words/number_format.ts';
import type { Spread } from '../../speed/results.ts';
import { raced_activations } from './calls.ts';
import type { ActivationsReply, EngineLine, EnginesReply, Limits } from './calls.ts';
import { engine_name, engines_title, line_name, measured_name, refusal_text, work_text } from './names.ts';

interface SpreadCellProps {
  readonly spread: Spread;
  readonly style: NumberStyle;
  /** Tensor name of the measurement in provenance. */
  readonly name: string;
  /** Quantity, as in `Measured`. */
  readonly index: string;
}

export function SpreadCell({ spread, style, name, index }: SpreadCellProps) {
  const value = (part: keyof Spread) => (
    <Value value={spread[part]} style={style} call="measure" tensor={name} index={`${index}.${part}`} />
  );
  return (
    <td>
      {value('median')}
      <span class="speed_between">
        {value('lower_quartile')} – {value('upper_quartile')}
      </span>
    </td>
  );
}

function EngineRow({ line, reply }: { readonly line: EngineLine; readonly reply: EnginesReply }) {
  const { measured, refused } = line;
  const name = line_name(line, reply);
  return (
    <tr>
      <th scope="row">{engine_name(line)}</th>
      {measured ? (
        <>
          <SpreadCell spread={measured.per_token} index="per_token" style="tick" name={name} />
          <SpreadCell spread={measured.gflops} index="gflops" style="tick" name={name} />
          <SpreadCell spread={measured.share} index="share" style="percent" name={name} />
        </>
      ) : (
        <td colSpan={3} class="speed_refused">
          {refused && refusal_text(refused)}
        </td>
      )}
    </tr>
  );
}

export function EnginesTable({ reply }: { readonly reply: EnginesReply }) {
  return (
    <NumberTable
      class="speed_table"
      caption={engines_title(reply)}
      heads={[t('speed.engine'), t('speed.per_token'), 'GFLOP/s', t('speed.share')]}
    >
      <tbody>
        {reply.lines.map((line) => (
          <EngineRow key={`${line.engine} ${line.workers}`} line={line} reply={reply} />
        ))}
      </tbody>
    </NumberTable>
  );
}

/** Peak rates that the microbenchmark loops reached. */
export function LimitsText({ limits }: { readonly limits: Limits }) {
  const value = (spread: Spread, kind: string) => (
    <Value value={spread.median} style="tick" call="measure" tensor={`limit, ${limits.workers} cores`} index={`${kind}.median`} />
  );
  return (
    <p class="hint">
      <Message
        id="speed.limits"
        values={{
          cores: limits.workers,
          arithmetic: limits.fused ? value(limits.fused, 'fused') : value(limits.separate, 'separate'),
          separate: value(limits.separate, 'separate'),
          reading: value(limits.stream, 'stream'),
        }}
      />
    </p>
  );
}

/** Largest difference between the outputs of the engines. */
export function AgreementText({ reply }: { readonly reply: EnginesReply }) {
  const [first, ...others] = reply.lines.filter(({ difference }) => difference !== undefined);
  const farthest = others.reduce((most, line) => ((line.difference ?? 0) >= (most?.difference ?? 0) ? line : most), others[0]);
  if (first === undefined || farthest === undefined) return null;
  return (
    <p class="hint">
      <Message
        id="speed.agreement"
        values={{
          first: engine_name(first),
          farthest: engine_name(farthest),
          difference: (
            <Value value={farthest.difference} style="limit" call="measure" tensor={line_name(farthest, reply)} index="difference" />
          ),
        }}
      />
    </p>
  );
}

export function ActivationsTable({ reply }: { readonly reply: ActivationsReply }) {
  return (
    <NumberTable
      class="speed_table"
      caption={t('speed.activations_table', { work: work_text(reply.work) })}
      heads={[t('speed.activation'), t('speed.milliseconds'), 'GFLOP/s']}
    >
      <tbody>
        {raced_activations.map((name) => {
          const measured = reply.activations[name];
          const full_name = measured_name({ engine: reply.engine, workers: 1 }, reply.work, name);
          return (
            <tr key={name}>
              <th scope="row">{t(`activation.name_${name}`)}</th>
              <SpreadCell spread={measured.milliseconds} index="milliseconds" style="tick" name={full_name} />
              <SpreadCell spread={measured.gflops} index="gflops" style="tick" name={full_name} />
            </tr>
          );
        })}
      </tbody>
    </NumberTable>
  );
}
