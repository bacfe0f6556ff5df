import { integerOf, numberOf } from '../../../shared/format/quantity.ts'
import { Curve } from '../../../shared/parts/curve.tsx'
import type { Block } from '../../../shared/rpc/answers.ts'

/** Curves over the times of the recent blocks. */
export function Curves({ blocks }: { readonly blocks: readonly Block[] }) {
  if (blocks.length < 3) return null
  const times = blocks.map(({ timestamp }) => numberOf(timestamp))
  const later = times.slice(1)
  return (
    <div class="curves">
      <Curve
        title="Block time, s"
        times={later}
        values={later.map((time, at) => time - (times[at] ?? time))}
      />
      <Curve
        title="Gas used, million"
        times={times}
        values={blocks.map(({ gasUsed }) => numberOf(gasUsed) / 1e6)}
      />
      <Curve
        title="Transactions"
        times={times}
        values={blocks.map(({ transactions }) => transactions.length)}
      />
      <Curve
        title="Minimum gas price, gwei"
        times={times}
        values={blocks.map(({ minimumGasPrice }) => Number(integerOf(minimumGasPrice)) / 1e9)}
      />
    </div>
  )
}
