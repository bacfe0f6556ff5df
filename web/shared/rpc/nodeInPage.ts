/** A node that runs inside the page: an EIP-1193 provider. */
export interface NodeInPage {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>
  /** Calls the listener with each notification of a subscription. */
  on(event: 'message', listener: () => void): unknown
}

let node: NodeInPage | undefined

/** Undefined while the page asks the node at its own address. */
export const nodeInPage = (): NodeInPage | undefined => node

/** Calls go to this node from now on. */
export const answerInPage = (answering: NodeInPage): void => {
  node = answering
}
