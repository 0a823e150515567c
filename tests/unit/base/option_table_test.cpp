#include "base/option_table.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace assay {
namespace {

struct Settings {
  bool debug = true;
  bool skip_scale0 = false;
  int height = 1080;
  double gain_limit = 100;
  double weight = 0.03125;
  std::string method = "nearest";
  std::string path;
};

const Option<Settings> table[] = {
    {.name = "debug", .alias = "", .field = &Settings::debug, .help = "more outputs"},
    {.name = "vif_skip_scale0",
     .alias = "ssclz",
     .field = &Settings::skip_scale0,
     .help = "leave scale 0 out",
     .in_name = true},
    {.name = "height",
     .alias = "rdh",
     .field = &Settings::height,
     .help = "rows",
     .min = 1,
     .max = 2000000,
     .in_name = true},
    {.name = "gain_limit",
     .alias = "egl",
     .field = &Settings::gain_limit,
     .help = "limit",
     .min = 1,
     .max = 100,
     .in_name = true},
    {.name = "weight",
     .alias = "",
     .field = &Settings::weight,
     .help = "weight",
     .min = -1,
     .max = 1500,
     .in_name = true},
    {.name = "method",
     .alias = "pm",
     .field = &Settings::method,
     .help = "scaler",
     .choices = {"nearest", "bilinear"},
     .in_name = true},
    {.name = "path", .alias = "", .field = &Settings::path, .help = "any text"},
};

Result<Settings> parse(const OptionMap& given) {
  return parse_options<Settings>("vif", table, given);
}

std::string message_of(const OptionMap& given) {
  const Result<Settings> result = parse(given);
  if (result) return "no error";
  EXPECT_EQ(result.error().code, ErrorCode::usage);
  return result.error().message;
}

std::string suffix_of(Settings settings) {
  return option_suffix(bind_options<Settings>(table, settings));
}

TEST(OptionTable, NothingGivenLeavesDefaults) {
  const Result<Settings> settings = parse({});
  ASSERT_TRUE(settings);
  EXPECT_TRUE(settings->debug);
  EXPECT_EQ(settings->height, 1080);
  EXPECT_EQ(settings->weight, 0.03125);
  EXPECT_EQ(settings->method, "nearest");
}

TEST(OptionTable, ReadsEveryTypeByNameAndAlias) {
  const Result<Settings> settings = parse({{"debug", "false"},
                                           {"ssclz", "true"},
                                           {"rdh", "2160"},
                                           {"egl", "1.5"},
                                           {"weight", "-2.5e-1"},
                                           {"pm", "bilinear"},
                                           {"path", "a=b c"}});
  ASSERT_TRUE(settings) << settings.error().message;
  EXPECT_FALSE(settings->debug);
  EXPECT_TRUE(settings->skip_scale0);
  EXPECT_EQ(settings->height, 2160);
  EXPECT_EQ(settings->gain_limit, 1.5);
  EXPECT_EQ(settings->weight, -0.25);
  EXPECT_EQ(settings->method, "bilinear");
  EXPECT_EQ(settings->path, "a=b c");
}

TEST(OptionTable, LaterValueWins) {
  const Result<Settings> settings = parse({{"height", "1"}, {"rdh", "2"}, {"height", "+3"}});
  ASSERT_TRUE(settings);
  EXPECT_EQ(settings->height, 3);
}

TEST(OptionTable, RangeEndsBelong) {
  EXPECT_TRUE(parse({{"egl", "1"}}));
  EXPECT_TRUE(parse({{"egl", "100"}}));
  EXPECT_EQ(message_of({{"egl", "0.999"}}),
            "vif: option gain_limit must be a number from 1 to 100, not \"0.999\"");
  EXPECT_EQ(message_of({{"rdh", "2000001"}}),
            "vif: option height must be an integer from 1 to 2000000, not \"2000001\"");
}

TEST(OptionTable, BadTextIsNamed) {
  EXPECT_EQ(message_of({{"debug", "1"}}), "vif: option debug must be true or false, not \"1\"");
  EXPECT_EQ(message_of({{"pm", "cubic"}}),
            "vif: option method must be one of nearest, bilinear, not \"cubic\"");
}

TEST(OptionTable, RefusesWhatIsNotANumber) {
  for (const char* text : {"nan", "-nan", "NAN", "inf", "-inf", "1e999", "", " 1", "1 ", "1x", "+",
                           "+-1", "++1", "0x10", "1,5", "one"}) {
    EXPECT_FALSE(parse({{"egl", text}})) << text;
    EXPECT_FALSE(parse({{"rdh", text}})) << text;
  }
  EXPECT_FALSE(parse({{"rdh", "1.5"}}));
  EXPECT_FALSE(parse({{"rdh", "99999999999999999999"}}));
  EXPECT_FALSE(parse({{"rdh", std::string("1\0", 2)}}));
}

TEST(OptionTable, UnknownNameSuggestsTheNearest) {
  EXPECT_EQ(message_of({{"vif_skip_scale", "true"}}),
            "vif: unknown option \"vif_skip_scale\", did you mean \"vif_skip_scale0\"?");
  EXPECT_EQ(message_of({{"enable_chroma", "true"}}),
            "vif: unknown option \"enable_chroma\", there are: debug, vif_skip_scale0, height, "
            "gain_limit, weight, method, path");
}

TEST(OptionTable, AnEmptyAliasIsNoName) { EXPECT_FALSE(parse({{"", "1"}})); }

TEST(OptionTable, SuffixIsEmptyAtDefaults) { EXPECT_EQ(suffix_of({}), ""); }

TEST(OptionTable, SuffixIsSortedByOptionName) {
  // gain_limit < height < method < vif_skip_scale0 < weight, whatever their aliases.
  EXPECT_EQ(suffix_of({.skip_scale0 = true,
                       .height = 2160,
                       .gain_limit = 1,
                       .weight = 0.02,
                       .method = "bilinear"}),
            "_egl_1_rdh_2160_pm_bilinear_ssclz_weight_0.02");
}

TEST(OptionTable, SuffixLeavesOutWhatIsNotInName) {
  EXPECT_EQ(suffix_of({.debug = false, .path = "somewhere"}), "");
}

TEST(OptionTable, SuffixPrintsSixDigits) {
  EXPECT_EQ(suffix_of({.weight = 1.0 / 3}), "_weight_0.333333");
  EXPECT_EQ(suffix_of({.weight = 1e-7}), "_weight_1e-07");
  EXPECT_EQ(suffix_of({.height = 1234567}), "_rdh_1234567");
}

TEST(OptionTable, SuffixSeesChangesThatPrintLikeTheDefault) {
  EXPECT_EQ(suffix_of({.weight = 0.03125 + 1e-12}), "_weight_0.03125");
}

TEST(OptionTable, DescribesEveryOption) {
  const std::vector<OptionInfo> infos = describe_options<Settings>(table);
  ASSERT_EQ(infos.size(), 7u);
  EXPECT_EQ(infos[0].type, OptionType::boolean);
  EXPECT_EQ(infos[0].default_value, "true");
  EXPECT_FALSE(infos[0].in_name);
  EXPECT_EQ(infos[2].name, "height");
  EXPECT_EQ(infos[2].alias, "rdh");
  EXPECT_EQ(infos[2].type, OptionType::integer);
  EXPECT_EQ(infos[2].default_value, "1080");
  EXPECT_EQ(infos[2].max, 2000000);
  EXPECT_TRUE(infos[2].in_name);
  EXPECT_EQ(infos[4].type, OptionType::real);
  EXPECT_EQ(infos[4].default_value, "0.03125");
  EXPECT_EQ(infos[5].type, OptionType::text);
  EXPECT_EQ(infos[5].choices, (std::vector<std::string>{"nearest", "bilinear"}));
  EXPECT_EQ(infos[6].default_value, "");
}

}  // namespace
}  // namespace assay
