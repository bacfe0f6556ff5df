import { ago, moment } from '../format/time.ts'
import { now } from '../time/now.ts'

/** How long ago a block was made; the absolute time is on hover. Only this text is drawn again each second. */
export const Age = ({ timestamp }: { readonly timestamp: number }) => (
  <time dateTime={new Date(timestamp * 1000).toISOString()} title={moment(timestamp)}>
    {ago(timestamp, now.value)}
  </time>
)
