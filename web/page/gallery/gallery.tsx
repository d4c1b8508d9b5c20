/**
 * Page that draws each chart with its examples; `web/serve --gallery` shows it. It is not part of
 * the built page.
 */
import { render } from 'preact';
import type { ChartExamples } from './examples.ts';
import '../src/steps/cost/cost.css';
import '../src/steps/dropout/dropout.css';
import '../src/styles/index.css';
import { charts } from './charts.ts';

function Examples<Properties extends object>({
  name,
  shown: { Chart, examples },
}: {
  name: string;
  shown: ChartExamples<Properties>;
}) {
  return (
    <section>
      <h2>{name}</h2>
      {Object.entries(examples).map(([title, properties]) => (
        <figure key={title}>
          <figcaption class="hint">{title}</figcaption>
          <Chart {...properties} />
        </figure>
      ))}
    </section>
  );
}

function Gallery() {
  return (
    <>
      <h1>Charts</h1>
      {Object.entries(charts).map(([name, shown]) => (
        <Examples key={name} name={name} shown={shown as ChartExamples<object>} />
      ))}
    </>
  );
}

render(<Gallery />, document.getElementById('gallery')!);
