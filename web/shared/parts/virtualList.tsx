import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

interface VirtualListProps {
  readonly count: number
  readonly rowHeight: number
  readonly label: string
  /** The row that is kept in view. */
  readonly current?: number
  readonly row: (index: number) => ComponentChildren
}

/** Rows beyond both edges, so that slow drawing shows no gap. */
const spare = 8
/** Browsers draw elements up to some ten million pixels high. */
const maximumHeight = 8_000_000

/** A list of any length that renders only the rows in view. All rows have the same height. */
export function VirtualList({ count, rowHeight, label, current, row }: VirtualListProps) {
  const place = useRef<HTMLElement>(null)
  const [view, setView] = useState({ top: 0, height: 480 })
  const total = count * rowHeight
  const height = Math.min(total, maximumHeight)
  // In a list above the maximum height, the position of the scroll bar gives the share of the rows above the view.
  const stretch = height > view.height ? (total - view.height) / (height - view.height) : 1
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const read = () => setView({ top: element.scrollTop, height: element.clientHeight })
    const resized = new ResizeObserver(read)
    resized.observe(element)
    element.addEventListener('scroll', read, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', read)
    }
  }, [])
  useEffect(() => {
    const element = place.current
    if (element === null || current === undefined) return
    const wanted = current * rowHeight
    const shown = element.scrollTop * stretch
    if (wanted < shown) element.scrollTop = wanted / stretch
    else if (wanted > shown + element.clientHeight - rowHeight) {
      element.scrollTop = (wanted - element.clientHeight + rowHeight) / stretch
    }
  }, [current])
  const first = Math.max(0, Math.floor((view.top * stretch) / rowHeight) - spare)
  const last = Math.min(count, Math.ceil((view.top * stretch + view.height) / rowHeight) + spare)
  const shift = first * rowHeight - view.top * (stretch - 1)
  return (
    <section ref={place} class="virtual" aria-label={label} tabIndex={0}>
      <VirtualRows height={height} shift={shift}>
        {Array.from({ length: last - first }, (_, at) => row(first + at))}
      </VirtualRows>
    </section>
  )
}

interface VirtualRowsProps {
  readonly height: number
  readonly shift: number
  readonly children: ComponentChildren
}

/** The styles are set by script, which the content security policy allows. */
function VirtualRows({ height, shift, children }: VirtualRowsProps) {
  return (
    <div class="virtual-height" style={{ height: `${height}px` }}>
      <div class="virtual-rows" style={{ transform: `translateY(${shift}px)` }}>
        {children}
      </div>
    </div>
  )
}
