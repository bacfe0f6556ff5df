import { useEffect, useRef } from 'preact/hooks'
import type uPlot from 'uplot'
import { theme } from '../theme/theme.ts'

interface CurveProps {
  readonly title: string
  /** Seconds since 1970, rising. */
  readonly times: readonly number[]
  readonly values: readonly number[]
}

const height = 120

/** A curve over time, drawn by uPlot, whose code is loaded with the first curve. */
export function Curve({ title, times, values }: CurveProps) {
  const place = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | undefined>(undefined)
  const newest = useRef<uPlot.AlignedData>([[], []])
  newest.current = [[...times], [...values]]
  useEffect(() => {
    const element = place.current
    if (element === null) return
    let isShown = true
    import('uplot').then(({ default: Plot }) => {
      if (!isShown) return
      plot.current = new Plot(optionsFor(element), newest.current, element)
    })
    const resized = new ResizeObserver(() => plot.current?.setSize({ width: element.clientWidth, height }))
    resized.observe(element)
    return () => {
      isShown = false
      resized.disconnect()
      plot.current?.destroy()
      plot.current = undefined
    }
    // The colours of a curve are fixed when it is drawn.
  }, [theme.value])
  useEffect(() => {
    plot.current?.setData(newest.current)
  }, [times.length, times.at(-1), values.at(-1), times[0]])
  return (
    <figure class="curve">
      <figcaption>
        {title} <strong>{lastOf(values)}</strong>
      </figcaption>
      <div ref={place} role="img" aria-label={`${title}: ${summaryOf(values)}`} />
    </figure>
  )
}

const rounded = (value: number): string => String(Math.round(value * 1000) / 1000)
const lastOf = (values: readonly number[]): string => rounded(values.at(-1) ?? 0)

function summaryOf(values: readonly number[]): string {
  const [minimum, maximum] = [Math.min(...values), Math.max(...values)]
  return `from ${rounded(minimum)} to ${rounded(maximum)}, now ${lastOf(values)}`
}

const timeOfDay = (seconds: number): string => new Date(seconds * 1000).toTimeString().slice(0, 8)

/** A colour of the style sheet as the theme makes it: a canvas does not know `light-dark()`. */
function colourOf(element: HTMLElement, name: string): string {
  element.style.color = `var(${name})`
  const { color } = getComputedStyle(element)
  element.style.color = ''
  return color
}

function optionsFor(element: HTMLElement): uPlot.Options {
  const accent = colourOf(element, '--accent')
  const axis = {
    stroke: colourOf(element, '--faint'),
    font: `11px ${getComputedStyle(element).fontFamily}`,
    grid: { stroke: colourOf(element, '--line'), width: 1 },
    ticks: { show: false },
  }
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { y: false, points: { size: 6 } },
    padding: [8, 8, 0, 0],
    axes: [
      { ...axis, size: 24, grid: { show: false }, space: 80, values: (_, times) => times.map(timeOfDay) },
      { ...axis, size: 44, space: 32 },
    ],
    series: [
      {},
      {
        stroke: accent,
        width: 1.5,
        fill: `color-mix(in srgb, ${accent} 12%, transparent)`,
        points: { show: false },
      },
    ],
  }
}
