import { grouped } from '../../../shared/format/quantity.ts'
import { Empty } from '../../../shared/parts/notices.tsx'
import type { StepDetails, Summary } from './steps.ts'

interface StepDetailsProps {
  readonly details: StepDetails
  readonly summary: Summary
}

const maximumWords = 512

/** Stack, memory and storage before a step. */
export function StepDetailsPart({ details: { step, storage }, summary }: StepDetailsProps) {
  const stack = [...(step.stack ?? [])].reverse()
  return (
    <div class="step-details">
      <p>
        <strong class="mono">{step.op}</strong> at {step.pc}, depth {step.depth}, {grouped(step.gas)} gas
        left, costs {grouped(step.gasCost)}
        {step.error ? <span class="reason"> {step.error}</span> : null}
      </p>
      <h3>Stack</h3>
      {summary.hasStack ? (
        <Words words={stack} />
      ) : (
        <Empty>The stacks of such a long trace do not fit in an answer.</Empty>
      )}
      <h3>Memory</h3>
      {summary.hasMemory ? (
        <Words words={step.memory ?? []} size={32} />
      ) : (
        <Empty>Shown for traces of up to 3,000 steps.</Empty>
      )}
      <h3>Storage</h3>
      {storage.length === 0 ? (
        <Empty>This call has accessed none so far.</Empty>
      ) : (
        <ul class="words">
          {storage.slice(0, maximumWords).map(([cell, value]) => (
            <li key={cell}>
              <span>{short(cell)}</span> <code>{short(value)}</code>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Words({ words, size = 1 }: { readonly words: readonly string[]; readonly size?: number }) {
  if (words.length === 0) return <Empty>Empty</Empty>
  return (
    <ol class="words">
      {words.slice(0, maximumWords).map((word, index) => (
        <li key={`${index} ${word}`}>
          <span>{size === 1 ? index : `0x${(index * size).toString(16)}`}</span>{' '}
          <code>{size === 1 ? short(word) : word.replace(/^0x/, '')}</code>
        </li>
      ))}
    </ol>
  )
}

const short = (word: string): string => `0x${word.replace(/^0x/, '').replace(/^0+(?=.)/, '')}`
