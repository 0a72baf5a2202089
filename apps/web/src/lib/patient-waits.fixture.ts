import { configure } from '@testing-library/react';

// The library's own limit is a second, which a busy machine may sleep through; below the timeout of a test, so that the wait is named.
configure({ asyncUtilTimeout: 10_000 });
