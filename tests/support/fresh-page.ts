import { cleanup, configure } from '@testing-library/react'
import { vi } from 'vitest'

// Component tests share a thread with its page and its packages. Each file starts with modules of our own that
// nothing has used, and with an empty page and storage.
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
