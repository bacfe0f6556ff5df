import { useEffect, useState } from 'preact/hooks'
import { grouped } from '../../../shared/format/quantity.ts'
import { Empty, Failure, Waiting } from '../../../shared/parts/notices.tsx'
import { VirtualList } from '../../../shared/parts/virtualList.tsx'
import { nodeInPage } from '../../../shared/rpc/nodeInPage.ts'
import { StepDetailsPart } from './stepDetails.tsx'
import type { HeldSteps, Seek, StepDetails, StepRow, Summary } from './steps.ts'
import { StepsInPage } from './stepsInPage.ts'
import { TraceThread } from './traceThread.ts'

/** Rows of one request to the thread. */
const pageRows = 200
const rowHeight = 26

/** Walks through the instructions that a transaction executed. */
export function Stepper({ hash }: { readonly hash: string }) {
  const [held, setHeld] = useState<HeldSteps>()
  const [summary, setSummary] = useState<Summary>()
  const [problem, setProblem] = useState<unknown>()
  useEffect(() => {
    const started = nodeInPage() === undefined ? new TraceThread() : new StepsInPage()
    setHeld(started)
    started.load(hash).then(setSummary, setProblem)
    return () => started.end()
  }, [hash])
  if (problem !== undefined) return <Failure error={problem} />
  if (held === undefined || summary === undefined)
    return <Waiting what="Executing the transaction step by step" />
  if (summary.count === 0) return <Empty>The transaction executed no code.</Empty>
  return <Walk held={held} summary={summary} />
}

function Walk({ held, summary }: { readonly held: HeldSteps; readonly summary: Summary }) {
  const { count } = summary
  const [current, setCurrent] = useState(0)
  const [details, setDetails] = useState<StepDetails>()
  useEffect(() => {
    let isCurrent = true
    held.details(current).then((found) => {
      if (isCurrent) setDetails(found)
    })
    return () => {
      isCurrent = false
    }
  }, [current, held])
  const go = (to: number) => setCurrent(Math.max(0, Math.min(count - 1, to)))
  const seek = (what: Seek) => () => {
    held.seek(current, what).then((found) => {
      if (found !== undefined) go(found)
    })
  }
  const onKey = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    go(move(current, count))
  }
  return (
    <div class="stepper" onKeyDown={onKey}>
      <div class="stepper-bar">
        <button type="button" onClick={() => go(current - 1)} disabled={current === 0}>
          ← Step
        </button>
        <button type="button" onClick={() => go(current + 1)} disabled={current === count - 1}>
          Step →
        </button>
        <button type="button" onClick={seek('previous-call')}>
          ← Call
        </button>
        <button type="button" onClick={seek('next-call')}>
          Call →
        </button>
        <button type="button" onClick={seek('failure')}>
          Next failure
        </button>
        <label class="stepper-place">
          <span class="unseen">Step</span>
          <input
            type="number"
            min={1}
            max={count}
            value={current + 1}
            onChange={({ currentTarget }) => go(Number(currentTarget.value) - 1)}
          />
        </label>
        <span role="status">
          of {grouped(count)} steps, {grouped(summary.gas)} gas{summary.failed ? ', failed' : ''}
        </span>
      </div>
      <div class="stepper-parts">
        <Rows held={held} count={count} current={current} onChoose={setCurrent} />
        {details === undefined ? <Waiting /> : <StepDetailsPart details={details} summary={summary} />}
      </div>
    </div>
  )
}

const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at) => at + 15,
  PageUp: (at) => at - 15,
  Home: () => 0,
  End: (_, count) => count - 1,
}

interface RowsProps {
  readonly held: HeldSteps
  readonly count: number
  readonly current: number
  readonly onChoose: (index: number) => void
}

function Rows({ held, count, current, onChoose }: RowsProps) {
  const [pages] = useState(() => new Map<number, readonly StepRow[] | 'asked'>())
  const [, renew] = useState(0)
  const rowAt = (index: number): StepRow | undefined => {
    const page = Math.floor(index / pageRows)
    const rows = pages.get(page)
    if (rows === undefined) {
      pages.set(page, 'asked')
      held.rows(page * pageRows, (page + 1) * pageRows).then((found) => {
        pages.set(page, found)
        renew((times) => times + 1)
      })
    }
    return typeof rows === 'object' ? rows[index % pageRows] : undefined
  }
  return (
    <VirtualList
      count={count}
      rowHeight={rowHeight}
      label="Steps"
      current={current}
      row={(index) => {
        const step = rowAt(index)
        return (
          <button
            key={index}
            type="button"
            tabIndex={-1}
            class={index === current ? 'step current' : 'step'}
            aria-current={index === current ? 'step' : undefined}
            onClick={() => onChoose(index)}
          >
            <span>{index + 1}</span>
            <span>{'·'.repeat(Math.min((step?.depth ?? 1) - 1, 20))}</span>
            <strong>{step?.op ?? '…'}</strong>
            <span>{step === undefined ? '' : step.pc}</span>
            <span>{step === undefined ? '' : grouped(step.gasCost)}</span>
          </button>
        )
      }}
    />
  )
}
