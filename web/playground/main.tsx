import { createNode } from 'cambium:chain'
import { render } from 'preact'
import '../shared/style/tokens.css'
import '../shared/style/base.css'
import '../shared/style/layout.css'
import '../shared/style/parts.css'
import '../shared/style/contracts.css'
import '../shared/style/uplot.css'
import { App } from '../explorer/app.tsx'
import { pages } from '../explorer/pages.ts'
import { Failure, Waiting } from '../shared/parts/notices.tsx'
import { answerInPage } from '../shared/rpc/nodeInPage.ts'
import { applyTheme } from '../shared/theme/theme.ts'
import { PlaygroundPage } from './playgroundPage.tsx'

/* The explorer over a chain in the page itself. */

applyTheme()
const root = document.getElementById('app')
if (root !== null) {
  const frame = (part: preact.ComponentChild) => render(<main>{part}</main>, root)
  frame(<Waiting what="Starting a chain in this page" />)
  createNode({ peg: true }).then(
    (node) => {
      answerInPage(node)
      render(<App pages={{ ...pages, '': PlaygroundPage }} />, root)
    },
    (error: unknown) => frame(<Failure error={error} />),
  )
}
