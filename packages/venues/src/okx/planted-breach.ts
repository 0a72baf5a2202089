import '../bybit/index.ts';
