# Evaluates a formula with stubs for the Homebrew methods that it uses, and prints its content and actions as JSON. An
# unknown method, or an argument of the wrong type, is an error.
require "json"
require "pathname"

SAID = { "resources" => [], "done" => [] }

class Formula
  class << self
    %w[desc homepage version license].each { |word| define_method(word) { |value| SAID[word] = value } }

    def head(address, branch:, &block)
      SAID["head"] = [address, branch]
      instance_eval(&block)
    end

    def depends_on(what) = SAID["depends_on"] = what

    %w[on_macos on_linux on_arm on_intel].each do |word|
      define_method(word) do |&block|
        (@place ||= []) << word
        instance_eval(&block)
        @place.pop
      end
    end

    def url(address) = SAID["resources"] << { "place" => @place.join(" "), "url" => address }

    def sha256(sum) = SAID["resources"].last["sha256"] = sum

    def test(&block) = define_method(:test, &block)
  end

  Build = Struct.new(:head?)
  Place = Struct.new(:name) do
    def install(what) = SAID["done"] << [name, what]

    def /(other) = "#{name}/#{other}"

    def to_s = name
  end

  def initialize(head) = @head = head

  def build = Build.new(@head)

  %w[bin man1 bash_completion zsh_completion fish_completion].each do |name|
    define_method(name) { Place.new(name) }
  end

  def system(*words) = SAID["done"] << words.map(&:to_s)

  def std_cargo_args(path:) = ["--path", path]

  def generate_completions_from_executable(*words) = SAID["done"] << words.map(&:to_s)

  def testpath = Pathname(ARGV[1])

  def shell_output(command, status)
    SAID["tested"] = [command, status]
    ""
  end

  def assert_match(expected, _output) = SAID["expected"] = expected
end

load ARGV[0]
Referee.new(false).install
Referee.new(true).install
Referee.new(false).test
puts JSON.generate(SAID)
