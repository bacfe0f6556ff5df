import type { ComponentChildren } from 'preact'
import type { Loaded } from '../rpc/loading.ts'
import { messageOf, RpcError } from '../rpc/rpcError.ts'

export const Waiting = ({ what = 'Loading' }: { readonly what?: string }) => (
  <p class="waiting" role="status">
    {what}…
  </p>
)

export const Failure = ({ error }: { readonly error: unknown }) => (
  <p class="failure" role="alert">
    {messageOf(error)}
  </p>
)

export const Empty = ({ children }: { readonly children: ComponentChildren }) => (
  <p class="empty">{children}</p>
)

interface LoadedPartProps<Value> {
  readonly loaded: Loaded<Value>
  readonly what?: string
  readonly children: (value: Value) => ComponentChildren
}

/** Shows a loaded value, or why it is missing. An old value stays under the error of the next one. */
export function LoadedPart<Value>({ loaded, what, children }: LoadedPartProps<Value>) {
  if (loaded.state === 'loading') return <Waiting {...(what !== undefined && { what })} />
  if (loaded.state === 'ready') return <>{children(loaded.value)}</>
  // The frame of the page shows that the node does not answer.
  const isAway = loaded.error instanceof RpcError && loaded.error.isUnreachable
  return (
    <>
      {isAway ? (
        loaded.value === undefined && <Empty>This part is loaded when the node answers again.</Empty>
      ) : (
        <Failure error={loaded.error} />
      )}
      {loaded.value !== undefined && children(loaded.value)}
    </>
  )
}
