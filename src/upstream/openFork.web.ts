import { NotInPage } from '../platform/notInPage.ts'

export const switchEndpoint: typeof import('./openFork.ts').switchEndpoint = async () => {
  throw new NotInPage('fork', 'fork with cambium dev')
}
