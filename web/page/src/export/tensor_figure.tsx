import type { ComponentChildren } from 'preact';
import { t } from '../words/i18n.ts';
import type { FigureData } from './figure_data.ts';
import { FigureFrame } from './figure_frame.tsx';

interface TensorFigureProps {
  readonly heading: 'h3' | 'h4';
  readonly figure: string;
  /** Name and shape of the tensor. */
  readonly name: string;
  readonly shape: string;
  /** Returns the end of the colour scale. */
  readonly limit: () => string;
  /** The tensor in words. */
  readonly about?: string;
  readonly drawing?: boolean;
  readonly data: () => FigureData | undefined;
  readonly children: ComponentChildren;
}

/** A tensor: name, shape, drawing and numbers, with the tools of a figure. */
export function TensorFigure({
  heading: Heading,
  figure,
  name,
  shape,
  limit,
  about,
  drawing = true,
  data,
  children,
}: TensorFigureProps) {
  return (
    <>
      <Heading class="tensor_title">
        <code>{name}</code> <span class="tensor_shape">{shape}</span>
        {about !== undefined && <span class="tensor_about">{about}</span>}
      </Heading>
      <FigureFrame
        name={figure}
        title={`${name} ${shape}`}
        note={() => t('figure.colours', { limit: limit() })}
        drawing={drawing}
        data={data}
      >
        {children}
      </FigureFrame>
    </>
  );
}
