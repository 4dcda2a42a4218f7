import { cleanup, configure } from '@testing-library/react'
import { vi } from 'vitest'

// Component tests share a thread, with its document and the packages it has loaded. Before each test file, our own
// modules are reset, so that the file loads them again, and the document and its storage are emptied.
cleanup()
vi.resetModules()
document.head.replaceChildren()
document.body.replaceChildren()
localStorage.clear()
sessionStorage.clear()
history.replaceState(null, '', '/')

// Milliseconds; on a busy machine a page takes longer than the default of one second.
configure({ asyncUtilTimeout: 20_000, defaultHidden: false })

// jsdom lays nothing out, so nothing changes its size.
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
