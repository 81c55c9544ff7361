import { useComputedColorScheme } from '@mantine/core';
import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js';
import type { PollOptionWire } from '@parlour/contracts/communities/communities';
import { useEffect, useRef } from 'react';
import { count } from '../../../shared/text/count.ts';
import { chartInk, type Scheme } from '../../../design/parts/look/chart-ink.ts';
import { barColour } from './bar-colours.ts';
import { inLines } from './chart-label.ts';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

/**
 * Above this many votes, grid lines at every vote would be too dense, so the axis chooses its own
 * steps.
 */
const singleSteps = 20;

/** The width of the axis and of the gaps between bars, and of a letter, in pixels. */
const room = { axis: 50, gap: 8, letter: 6.2 };

/** Updates a chart in place. */
function fill(chart: Chart<'bar', number[], string>, options: readonly PollOptionWire[], scheme: Scheme): void {
  const { text, line } = chartInk[scheme];
  const votes = options.map((option) => option.voteCount);
  const axis = {
    border: { color: line },
    ticks: { color: text },
  };
  chart.data.labels = options.map((option) => option.text);
  chart.data.datasets = [
    {
      data: votes,
      backgroundColor: options.map((_, place) => barColour(place, scheme)),
      borderRadius: 4,
      maxBarThickness: 72,
    },
  ];
  chart.options.scales = {
    x: {
      ...axis,
      title: { display: true, text: 'Options', color: text },
      grid: { display: false },
      ticks: {
        ...axis.ticks,
        autoSkip: false,
        maxRotation: 0,
        callback: (_value, place) => {
          const width = (chart.width - room.axis) / options.length - room.gap;
          return inLines(options[place]?.text ?? '', Math.max(4, Math.floor(width / room.letter)));
        },
      },
    },
    y: {
      ...axis,
      title: { display: true, text: 'Votes', color: text },
      grid: { color: line },
      beginAtZero: true,
      suggestedMax: 4,
      ticks: { ...axis.ticks, precision: 0, ...(Math.max(...votes) <= singleSteps ? { stepSize: 1 } : {}) },
    },
  };
  chart.update();
}

/** A poll's votes as a bar chart, updated in place and destroyed on unmount. */
export function PollChart({ options }: { readonly options: readonly PollOptionWire[] }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useRef<Chart<'bar', number[], string>>(undefined);
  const scheme = useComputedColorScheme('light');

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) {
      console.error('There is no drawing context for a chart.');
      return;
    }
    Chart.defaults.font.family = getComputedStyle(context.canvas).fontFamily;
    const drawn = new Chart<'bar', number[], string>(context, {
      type: 'bar',
      data: { labels: [], datasets: [] },
      options: {
        responsive: true,
        maintainAspectRatio: false,
        animation: window.matchMedia('(prefers-reduced-motion: reduce)').matches ? false : { duration: 300 },
        plugins: {
          legend: { display: false },
          tooltip: { displayColors: false, callbacks: { label: ({ parsed }) => count(parsed.y ?? 0, 'vote') } },
        },
      },
    });
    chart.current = drawn;
    return () => {
      chart.current = undefined;
      drawn.destroy();
    };
  }, []);

  useEffect(() => {
    if (chart.current) fill(chart.current, options, scheme);
  }, [options, scheme]);

  const said = options.map((option) => `${option.text}: ${count(option.voteCount, 'vote')}`).join('; ');
  return <canvas ref={canvas} role="img" aria-label={`Bar chart. ${said}`} />;
}
