/** Answers the bodies that clients post below a path of its own, beside the networks. */
export interface PathHandler {
  /** The first segment of the path. */
  readonly name: string
  answer(body: string): Promise<{ readonly status: number; readonly text: string }>
}
