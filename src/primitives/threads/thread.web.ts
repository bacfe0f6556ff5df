import { NotInPage } from '../../platform/notInPage.ts'
import type { Thread as NodeThread, ThreadParts } from './thread.ts'
import type { ThreadFunctions } from './threadSide.ts'

/** The thread has ended and cannot answer. */
export class ThreadGone extends Error {
  override readonly name = 'ThreadGone'
}

/** No threads here: callers ask `hasThreads` first. */
export class Thread<Functions extends ThreadFunctions<Functions>, News = never>
  implements Pick<NodeThread<Functions, News>, keyof NodeThread<Functions, News>>
{
  readonly isOpen = false

  constructor({ name }: ThreadParts<News>) {
    throw new NotInPage(`the thread ${name}`, 'its caller works without it')
  }

  ask = refused
  askAndWait = refused
  tell = refused
  expectAnswers = refused
  terminate = refused
}

const refused = (): never => {
  throw new ThreadGone('a page has no threads')
}
