interface PagingProps {
  readonly onNewer: (() => void) | undefined
  readonly onOlder: (() => void) | undefined
  readonly newer?: string
  readonly older?: string
}

export const Paging = ({ onNewer, onOlder, newer = 'Newer', older = 'Older' }: PagingProps) => (
  <div class="paging">
    <button type="button" disabled={onNewer === undefined} onClick={onNewer}>
      ← {newer}
    </button>
    <button type="button" disabled={onOlder === undefined} onClick={onOlder}>
      {older} →
    </button>
  </div>
)

interface PageLinksProps {
  readonly newerTo: string | undefined
  readonly olderTo: string | undefined
  readonly newer?: string
  readonly older?: string
}

/** The same for pages that have addresses of their own. */
export const PageLinks = ({ newerTo, olderTo, newer = 'Newer', older = 'Older' }: PageLinksProps) => (
  <nav class="paging" aria-label="Neighbours">
    {newerTo !== undefined && (
      <a class="button" href={newerTo}>
        ← {newer}
      </a>
    )}
    {olderTo !== undefined && (
      <a class="button" href={olderTo}>
        {older} →
      </a>
    )}
  </nav>
)
