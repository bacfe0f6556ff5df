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
