import { configure } from '@testing-library/react'

// A page takes longer on a busy machine than the second that is waited for otherwise; milliseconds.
configure({ asyncUtilTimeout: 20_000 })
