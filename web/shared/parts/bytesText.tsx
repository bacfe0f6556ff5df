import { useState } from 'preact/hooks'
import { bytesIn } from '../format/text.ts'
import { CopyButton } from './copyable.tsx'

const shownAtFirst = 520

/** Bytes in hex; long ones are shown whole on request. */
export function BytesText({ data, name }: { readonly data: string; readonly name: string }) {
  const [isWhole, showWhole] = useState(false)
  if (data === '0x') return <em>empty</em>
  const isLong = data.length > shownAtFirst
  return (
    <div class="bytes">
      {isWhole && isLong ? (
        // A keyboard scrolls what has the focus.
        <section class="whole" tabIndex={0} aria-label={`Whole ${name}`}>
          <code>{data}</code>
        </section>
      ) : (
        <code>{isLong ? `${data.slice(0, shownAtFirst)}…` : data}</code>
      )}
      <div>
        <small>{bytesIn(data)} bytes</small>
        <CopyButton text={data} name={name} />
        {isLong && (
          <button type="button" class="quiet" onClick={() => showWhole(!isWhole)}>
            {isWhole ? 'Show less' : 'Show all'}
          </button>
        )}
      </div>
    </div>
  )
}
